import { defineAsyncComponent, h } from 'vue'
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import NotFound from './NotFound.vue'
import './style.css'
import '../pictures/pictures.css'

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) }),
  enhanceApp: ({ app }) => {
    app.component('Playground', defineAsyncComponent(() => import('../playground/PlaygroundLoader.vue')))
  },
} satisfies Theme
