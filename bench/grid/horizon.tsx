import '#shell/mantine-styles.ts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

import { messages } from '#shell/locales/en.po';
import { mantineTheme, mantineVariables } from '#shell/theme.ts';
import type { GridColumn } from '#parts/grid/grid-column.ts';
import { pasteCells } from '#parts/grid/grid-commands.ts';
import { GridSession } from '#parts/grid/grid-session.ts';
import { GridStore } from '#parts/grid/grid-store.ts';
import { allRows } from '#parts/grid/grid-view.ts';
import { Grid } from '#parts/grid/grid.tsx';
import { todayIn } from '#stock/calendar-date.ts';
import { LocaleProvider } from '#ui/locale.tsx';

import { blankLine, fields, type BenchLine, type Contender } from './contender.ts';

const written = new Set<string>(['product', 'quantity', 'shipBy', 'note']);

const columns = fields.map(([id, header, width]): GridColumn<BenchLine> => ({
  id,
  header,
  width,
  text: ({ row }) => row[id],
  read: written.has(id) ? (text) => ({ cells: { [id]: text } }) : undefined,
}));

type Session = GridSession<BenchLine>;

let show: ((session: Session) => void) | null = null;

function Lines() {
  const [session, setSession] = useState<Session | null>(null);
  useEffect(() => {
    show = setSession;
  }, []);
  return session && <Grid session={session} columns={columns} label="Lines" shown={allRows} onShow={() => {}} />;
}

/** The dashboard's providers, rendered before an order is opened. */
export function prepare(root: HTMLElement): void {
  i18n.loadAndActivate({ locale: 'en', messages });
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={mantineTheme} cssVariablesResolver={mantineVariables}>
        <LocaleProvider language="en" onLanguage={() => {}} today={todayIn('UTC')} timeZone="UTC">
          <Lines />
        </LocaleProvider>
      </MantineProvider>
    </I18nProvider>,
  );
}

/** The dashboard's own grid. */
export function mount(root: HTMLElement, lines: readonly BenchLine[]): Contender {
  const store = new GridStore(lines);
  const session = new GridSession({ store, createRow: blankLine });
  show?.(session);
  return {
    scroller: () => root.querySelector<HTMLElement>('[role="grid"]') ?? root,
    paste: (cells) => {
      session.select({ row: 0, column: 0 });
      pasteCells(session, cells);
    },
    textOf: (row, field) => `${store.getRow(store.getKeys()[row] ?? 0)?.[field] ?? ''}`,
  };
}
