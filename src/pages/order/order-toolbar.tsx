import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ClipboardPaste, FileUp, Redo2, Trash2, Undo2 } from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';

import { NeededByForAll } from './needed-by-for-all.tsx';
import type { OrderSession } from './order-session.ts';
import styles from './order-toolbar.module.css';
import { PasteDialog } from './paste-dialog.tsx';
import type { useListIntake } from './use-list-intake.ts';

/** What can be done with the order as a whole. */
export function OrderToolbar(props: {
  session: OrderSession;
  intake: ReturnType<typeof useListIntake>;
  isEmpty: boolean;
}) {
  const { t } = useLingui();
  const { session, intake, isEmpty } = props;
  const { undo, redo } = useSyncExternalStore(session.lines.subscribeHistory, session.lines.getHistory);
  const { phase } = useSyncExternalStore(session.check.subscribe, session.check.getSnapshot);
  const isPreparing = useSyncExternalStore(session.isPreparing.subscribe, session.isPreparing.get);
  const isChecking = phase !== 'idle' || isPreparing;
  const file = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);

  return (
    <div className={styles.toolbar}>
      <Button
        disabled={isEmpty}
        // Whoever started it by a key stays where they are.
        data-disabled={isChecking || undefined}
        aria-disabled={isChecking || undefined}
        onClick={() => isChecking || void session.startCheck(session.isAnswered())}
      >
        <Trans>Check availability</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<FileUp size={18} aria-hidden />}
        loading={intake.isReading}
        onClick={() => file.current?.click()}
      >
        <Trans>Import file</Trans>
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".xlsx,.xlsm,.csv,.tsv,.txt,text/csv,text/plain"
        aria-label={t`File with order lines`}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (chosen) intake.file(chosen, isEmpty);
        }}
      />
      <Button variant="default" leftSection={<ClipboardPaste size={18} aria-hidden />} onClick={() => setPasting(true)}>
        <Trans>Paste a list</Trans>
      </Button>
      {isPasting && (
        <PasteDialog
          onText={(text) => {
            setPasting(false);
            intake.text(text, isEmpty);
          }}
          onClose={() => setPasting(false)}
        />
      )}
      <div className={styles.history}>
        <Button
          variant="default"
          leftSection={<Undo2 size={18} aria-hidden />}
          disabled={undo === null}
          onClick={() => session.lines.undo()}
        >
          <Trans>Undo</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<Redo2 size={18} aria-hidden />}
          disabled={redo === null}
          onClick={() => session.lines.redo()}
        >
          <Trans>Redo</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<Trash2 size={18} aria-hidden />}
          disabled={isEmpty}
          onClick={() => session.lines.replaceAll([], { label: t`Clear order` })}
        >
          <Trans>Clear order</Trans>
        </Button>
      </div>
      <NeededByForAll session={session} isEmpty={isEmpty} />
    </div>
  );
}
