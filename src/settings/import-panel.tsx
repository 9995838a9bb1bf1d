import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Checkbox, FileButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, FileUp, TriangleAlert } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';

import { importFile, type ImportOptions, ImportRefusal } from '#data/stock-import.ts';
import { Panel, PanelError } from '#parts/panel.tsx';
import { saveFile } from '#parts/export/table-export.ts';
import type { ImportedFile } from '#stock/contract/stock-import.ts';
import { ProgressBar } from '#ui/progress.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './import-panel.module.css';

const usual: ImportOptions = { kind: 'stock', replace: false, keepGoing: false, dates: '', decimal: '' };

/** Imports a CSV file that is dropped or selected, with the options and the report of the import command. */
export function ImportPanel({ isDemo }: { isDemo: boolean }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [options, setOptions] = useState(usual);
  const [share, setShare] = useState(0);
  const [isOver, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const importing = useMutation({
    mutationFn: (chosen: File) => importFile(chosen, options, setShare),
    onSuccess: ({ committed }) => committed && queries.invalidateQueries(),
  });
  const { data, error, isPending } = importing;
  const set = (next: Partial<ImportOptions>) => setOptions((before) => ({ ...before, ...next }));

  function choose(next: File | null) {
    // Allows the same file to be selected again after a correction.
    reset.current?.();
    if (next === null || isPending) return;
    importing.reset();
    setFile(next);
  }

  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0] ?? null);
  }

  return (
    <Panel
      title={t`Import stock file`}
      description={
        <Trans>
          A CSV file with the columns <code>productId</code>, <code>stockDate</code> and <code>stockQuantity</code>, or
          a product catalog.
        </Trans>
      }
    >
      <Stack gap={12}>
        <div
          className={classes.zone}
          data-over={isOver || undefined}
          onDragOver={onDragOver}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <FileButton
            resetRef={reset}
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            inputProps={{ 'aria-label': t`Stock file` }}
            onChange={choose}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<FileUp size={18} aria-hidden />}>
                <Trans>Select file</Trans>
              </Button>
            )}
          </FileButton>
          <Text c={file === null ? 'dimmed' : undefined} style={{ overflowWrap: 'anywhere' }}>
            {file === null ? <Trans>or drop a CSV file here</Trans> : <bdi>{file.name}</bdi>}
          </Text>
        </div>
        <Group gap="8px 16px" align="end">
          <NativeSelect
            label={t`Contents`}
            value={options.kind}
            onChange={({ currentTarget: { value } }) => set({ kind: value === 'products' ? 'products' : 'stock' })}
            data={[
              { value: 'stock', label: t`Stock` },
              { value: 'products', label: t`Products` },
            ]}
          />
          <TextInput
            label={t`Date format`}
            placeholder="yyyy-mm-dd"
            w={160}
            autoComplete="off"
            spellCheck={false}
            value={options.dates}
            onChange={({ currentTarget: { value } }) => set({ dates: value })}
          />
          <NativeSelect
            label={t`Decimal mark`}
            value={options.decimal}
            onChange={({ currentTarget: { value } }) => set({ decimal: value === ',' || value === '.' ? value : '' })}
            data={[
              { value: '', label: t`Not declared` },
              { value: '.', label: t`Point` },
              { value: ',', label: t`Comma` },
            ]}
          />
        </Group>
        <Group gap="8px 20px">
          <Checkbox
            label={t`Replace all existing data`}
            checked={options.replace}
            onChange={({ currentTarget: { checked } }) => set({ replace: checked })}
          />
          <Checkbox
            label={t`Import the other rows if more than 1% are rejected`}
            checked={options.keepGoing}
            onChange={({ currentTarget: { checked } }) => set({ keepGoing: checked })}
          />
        </Group>
        {isDemo && (
          <Text fz={13} c="dimmed">
            <Trans>The import removes the demo data.</Trans>
          </Text>
        )}
        <Group gap={16}>
          <Button
            disabled={file === null}
            data-disabled={isPending || undefined}
            aria-disabled={isPending || undefined}
            onClick={() => {
              if (file === null || isPending) return;
              setShare(0);
              importing.mutate(file);
            }}
          >
            <Trans>Import file</Trans>
          </Button>
          {isPending && <ProgressBar label={t`Importing`} share={share < 1 ? { value: share, max: 1 } : null} />}
        </Group>
        <div aria-live="polite">
          {error instanceof ImportRefusal && (
            <Refusal
              reason={
                error.message === '' ? (
                  <Trans>The reason is in the server's log.</Trans>
                ) : (
                  <Sentence text={error.message} />
                )
              }
            />
          )}
          {data && <Report imported={data} name={file?.name ?? ''} />}
        </div>
        {error !== null && !(error instanceof ImportRefusal) && <PanelError error={error} />}
      </Stack>
    </Panel>
  );
}

/** A sentence of the server, in English, with the names of the fields in place of the command's options. */
function Sentence({ text }: { text: string }) {
  const { t } = useLingui();
  const names = { '--dates': t`Date format`, '--decimal': t`Decimal mark` };
  const sentence = Object.entries(names).reduce((all, [option, name]) => all.replaceAll(option, `“${name}”`), text);
  return <span lang="en">{sentence}</span>;
}

function Refusal({ reason }: { reason: ReactNode }) {
  return (
    <Group gap={8} wrap="nowrap" align="start" c="var(--sh-late)">
      <TriangleAlert aria-hidden size={18} style={{ flex: 'none', marginTop: 2 }} />
      <Text inherit>
        <Trans>Nothing was imported.</Trans> {reason}
      </Text>
    </Group>
  );
}

/** What was read, imported and rejected. */
function Report({ imported: { committed, removedDemoData, file }, name }: { imported: ImportedFile; name: string }) {
  const { formatCount } = useLocale();
  const { imported, repeated, rejected, placeholders, doubt, advice, firstRejected, rejectedRows } = file;
  const listed = firstRejected.length;
  const count = formatCount(rejected);
  const saveRejected = (csv: string) => saveFile(`${name}.refused.csv`, new Blob([csv], { type: 'text/csv' }));
  return (
    <Stack gap={8}>
      {committed ? (
        <Group gap={8} wrap="nowrap" c="var(--sh-in-stock)">
          <CircleCheck aria-hidden size={18} style={{ flex: 'none' }} />
          <Text inherit>
            <Plural value={imported} one="# row imported." other="# rows imported." />{' '}
            {removedDemoData && <Trans>The demo data was removed.</Trans>}
          </Text>
        </Group>
      ) : (
        <Refusal
          reason={
            doubt !== null ? (
              <Sentence text={doubt} />
            ) : imported === 0 ? (
              <Trans>No row is valid.</Trans>
            ) : (
              <Trans>More than 1% of the rows are rejected.</Trans>
            )
          }
        />
      )}
      <Text fz={13} c="dimmed">
        <Trans>
          {formatCount(imported)} valid, {formatCount(repeated)} identical to an earlier row, {count} rejected.
        </Trans>{' '}
        {placeholders > 0 && (
          <Plural
            value={placeholders}
            one="# date is more than 20 years from today and means “no date”."
            other="# dates are more than 20 years from today and mean “no date”."
          />
        )}
      </Text>
      {advice.length > 0 && (
        <Box component="ul" ps={20}>
          {advice.map((sentence) => (
            <li key={sentence}>
              <Sentence text={sentence} />
            </li>
          ))}
        </Box>
      )}
      {listed > 0 && <RejectedRows rows={firstRejected} />}
      {listed < rejected && (
        <Text fz={13} c="dimmed">
          <Trans>
            The first {formatCount(listed)} of {count} rejected rows.
          </Trans>
        </Text>
      )}
      {rejectedRows !== null && (
        <div>
          <Button variant="default" onClick={() => saveRejected(rejectedRows)}>
            <Trans>Save rejected rows</Trans>
          </Button>
        </div>
      )}
    </Stack>
  );
}

function RejectedRows({ rows }: { rows: ImportedFile['file']['firstRejected'] }) {
  const { t } = useLingui();
  return (
    <table aria-label={t`Rejected rows`} className={classes.rejected}>
      <thead>
        <tr>
          <th scope="col">{t`Line`}</th>
          <th scope="col">{t`Reason`}</th>
          <th scope="col">{t`Contents`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, reason, text }) => (
          <tr key={line}>
            <td>{line}</td>
            <td>
              <Sentence text={reason} />
            </td>
            <td>
              <code>{text}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
