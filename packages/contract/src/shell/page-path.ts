/** What the server keeps for itself (rule 1.4), and the files of the web app. */
const NO_PAGE = /^\/(trpc|socket\.io|healthz|metrics|auth\/oidc|notifications\/stop|api|assets)(\/|$)/;

/**
 * True when a browser that navigates to a path gets the app. The server and the service worker ask the same question,
 * so a path leads to the same page with and without a network.
 */
export function isPagePath(path: string): boolean {
  return !NO_PAGE.test(path) && !/\.(?!html$)\w+$/.test(path);
}
