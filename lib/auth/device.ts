/** Of a browser's long word for itself, what its owner calls it: `Chrome on Android`. Empty for what is no browser. */
export function deviceOf(userAgent: string): string {
  const browser = BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0];
  return browser ? `${browser}${system ? ` on ${system}` : ""}` : "";
}

// In this order: each of the later ones is named in those before.
const BROWSERS = [
  ["Edge", /\bEdg/],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
  ["iPad", /\biPad\b/],
  ["iPhone", /\biPhone\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;
