/** Hands a file to the browser, which keeps it where it keeps downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  // Safari reads it a moment later.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
