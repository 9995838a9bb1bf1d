/** Has the browser save a file among its downloads. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A large file is read for as long as the download lasts; its address alone costs nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
