/** The first match counts, because most browsers also name the ones they descend from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox on Linux", to distinguish a user's browsers. */
export function browserName(userAgent: string): string {
  return knownBrowserName(userAgent) ?? (userAgent.slice(0, 40) || 'Unknown browser');
}

/** The same in our words only, for a text that goes elsewhere; null for a browser that is none of those we know. */
export function knownBrowserName(userAgent: string): string | null {
  const browser = firstOf(BROWSERS, userAgent);
  const system = firstOf(SYSTEMS, userAgent);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}

function firstOf(known: readonly [RegExp, string][], userAgent: string): string | undefined {
  return known.find(([sign]) => sign.test(userAgent))?.[1];
}
