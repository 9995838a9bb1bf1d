import { withoutEntities } from './html-entities.ts';
import { decodedAnew } from './miscoded-text.ts';

/**
 * The text without its byte order mark and without what other programs made of its characters, its line breaks as
 * `\n`, so that lines count alike wherever it comes from.
 */
export function physicalText(text: string): string {
  const lines = text.replace(/^\ufeff+/, '').replace(/\r\n?/g, '\n');
  return unwrapLines(withoutEntities(decodedAnew(lines)));
}

const wrapped = /^"(?:[^"]|"")*[,;\t](?:[^"]|"")*"[,;]*$/;

/** A CSV that was opened as one column and saved again has each of its lines in quotes, as one cell. */
function unwrapLines(text: string): string {
  if (!text.startsWith('"')) return text;
  const lines = text.split('\n');
  if (!lines.every((line) => line.trim() === '' || wrapped.test(line.trim()))) return text;
  return lines
    .map((line) =>
      line
        .trim()
        .replace(/^"|"[,;]*$/g, '')
        .replace(/""/g, '"'),
    )
    .join('\n');
}
