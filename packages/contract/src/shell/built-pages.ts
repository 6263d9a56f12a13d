/** The file of the built web app that holds what follows. */
export const BUILT_PAGES = 'pages.json';

/** What the build tells the server about the pages of the app, which are all the same file. */
export interface BuiltPages {
  /** Paths with the files of code that the page needs besides the start. */
  preloads: Record<string, string[]>;
  /** The landing page as HTML: with and without a way to register. */
  landing: Record<'open' | 'closed', string>;
}
