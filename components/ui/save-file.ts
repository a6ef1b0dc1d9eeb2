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

/**
 * Opens the device's share sheet with a file, where it has one for files of this kind.
 * @returns false where it has none, or takes no such file: the caller saves it then
 */
export async function shareFile(file: File): Promise<boolean> {
  if (!navigator.canShare?.({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch (error) {
    // Whoever closes the sheet has decided; anything else is a sheet that does not take the file.
    return error instanceof DOMException && error.name === "AbortError";
  }
}
