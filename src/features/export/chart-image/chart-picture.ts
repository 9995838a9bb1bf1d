import type { ExportableChart } from '#features/export/exportable.ts';

import { pictureOf, type Picture, type PictureOptions } from './svg-document.ts';

/** A chart as a picture; null where none is drawn. */
export function chartPicture({ element, whole }: ExportableChart, options: PictureOptions): Picture | null {
  const holder = element();
  if (holder === null) return null;
  if (whole === undefined) return pictureOf(holder, options);
  // It takes its colours from where it stands, and is the largest drawing there while it does.
  const place = document.createElement('div');
  place.style.cssText = 'position: absolute; left: -99999px; top: 0';
  place.append(whole());
  holder.append(place);
  try {
    return pictureOf(holder, options);
  } finally {
    place.remove();
  }
}
