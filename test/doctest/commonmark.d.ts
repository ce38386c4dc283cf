/** The part of the reference parser that is used here; the package has no declarations. */
declare module 'commonmark' {
  export class Parser {
    parse(source: string): Node
  }

  export interface Node {
    readonly type: string
    readonly info: string | null
    readonly literal: string | null
    walker(): { next(): { readonly node: Node; readonly entering: boolean } | null }
  }
}
