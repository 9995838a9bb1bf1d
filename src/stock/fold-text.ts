/** Combining accents, Hebrew points and cantillation, Arabic vowel signs and the tatweel, all optional in writing. */
const optionalMarks = /\u0640|[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;

/** Letters that users type as plain letters, but that Unicode doesn't decompose. */
const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th' };
const unusualLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/** Normalizes case, accents, character width and white space. */
export function foldText(text: string): string {
  return text
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(optionalMarks, '')
    .replace(unusualLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
}
