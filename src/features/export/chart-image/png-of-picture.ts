import type { Picture } from './svg-document.ts';

/** Picture elements for each CSS pixel: sharp in a presentation. */
const density = 2;

/** The picture as a PNG. Null where the browser can't draw it. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob | null> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
