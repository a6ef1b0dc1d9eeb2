import localFont from "next/font/local";

/**
 * IBM Plex Sans in the three weights of the design. Asked for in the page's head, and stood in for by a face of the same
 * widths: lines do not break anew when it comes. The Arabic cut is large and comes when a name needs it (layout.tsx).
 */
export const latinFont = localFont({
  src: [
    { path: "../../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2", weight: "400", style: "normal" },
    { path: "../../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2", weight: "500", style: "normal" },
    { path: "../../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2", weight: "600", style: "normal" },
  ],
  variable: "--font-latin",
  display: "swap",
  adjustFontFallback: "Arial",
});
