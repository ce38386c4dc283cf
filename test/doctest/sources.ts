/**
 * Lets plain node run the sources: `./x.js`, as sources name each other, is `./x.ts` until it is built.
 */

import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) => {
    try {
      return next(specifier, context)
    } catch (error) {
      if (specifier.startsWith('.') && specifier.endsWith('.js')) return next(specifier.replace(/\.js$/, '.ts'), context)
      throw error
    }
  },
})
