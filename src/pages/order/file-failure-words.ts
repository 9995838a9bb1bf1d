import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { FileFailureCode } from './reading/file-failure.ts';

/** Why a file or a text was not read, and what would help. */
export function fileFailureWords(code: FileFailureCode, i18n: I18n): string {
  const sentences: Record<FileFailureCode, string> = {
    'too-large': t(i18n)`The file is larger than 50 MB. Split it, or keep only the columns with product and quantity.`,
    'unpacks-too-large': t(i18n)`The workbook unpacks to more than 50 MB. Save the sheet with the order as CSV.`,
    'too-many-rows': t(i18n)`The list has more than 100,000 rows. Split it.`,
    'old-or-locked': t(i18n)`The workbook has a password or an old format. Save it as XLSX or CSV without a password.`,
    'not-readable': t(i18n)`The file could not be read. XLSX, CSV and text files can be.`,
  };
  return sentences[code];
}
