let flagsAreDrawn: boolean | null = null;

/** Windows has no flags among its emoji and some systems no emoji at all: the country's two letters stand there then. */
export function drawsFlags(): boolean {
  if (flagsAreDrawn === null) {
    const canvas = document.createElement("canvas");
    canvas.width = 24;
    canvas.height = 24;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return true;
    context.font = "20px sans-serif";
    context.textBaseline = "top";
    context.fillText("🇱🇧", 0, 0);
    const { data } = context.getImageData(0, 0, 24, 24);
    flagsAreDrawn = data.some((value, index) => index % 4 === 0 && value !== data[index + 1]);
  }
  return flagsAreDrawn;
}
