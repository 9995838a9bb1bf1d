import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';

import type { PictureGround } from './chart-image/svg-document.ts';
import { ChoiceGroup } from './running/choice-group.tsx';
import { ExportModal } from './running/export-modal.tsx';
import type { usePictureExport } from './use-picture-export.ts';

interface PictureDialogProps {
  pictures: ReturnType<typeof usePictureExport>;
}

/** Asks what a picture is to stand on. */
export function PictureDialog({ pictures }: PictureDialogProps) {
  const { t } = useLingui();
  const [ground, setGround] = useState<PictureGround>('white');
  const { asked } = pictures;
  if (asked === null) return null;
  return (
    <ExportModal
      title={asked === 'png' ? t`Export as PNG` : t`Export as SVG`}
      onClose={pictures.dismiss}
      onConfirm={() => pictures.start(asked, ground)}
    >
      <ChoiceGroup
        name={t`Background`}
        value={ground}
        choices={[
          { value: 'white', label: t`White` },
          { value: 'dark', label: t`Dark` },
          { value: 'transparent', label: t`Transparent` },
        ]}
        onChange={setGround}
      />
    </ExportModal>
  );
}
