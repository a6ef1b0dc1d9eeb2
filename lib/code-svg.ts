/** A QR code as a picture; dark squares are true. White around and between them, also where the screen is dark. */
export function codeSvg(squares: readonly (readonly boolean[])[]): string {
  const size = squares.length;
  const dark = squares.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>`;
}
