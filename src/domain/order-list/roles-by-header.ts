import type { ColumnProfile } from './column-profile.ts';
import type { HeaderCell } from './header-cell.ts';
import type { HeaderRow } from './header-row.ts';

/** Columns by role, the best only; several where the header gives them the same name. */
export interface NamedRoles {
  product?: number[];
  quantity?: number[];
  neededBy?: number[];
  unit?: number[];
}

/** The roles that the header names, held against what stands beneath where one word is used for different things. */
export function rolesByHeader(header: HeaderRow, profiles: readonly ColumnProfile[]): NamedRoles {
  const rank = (role: HeaderCell['role']) =>
    best(header, (cell, column) => {
      if (cell.role !== role && (cell.role !== 'wanted' || meaningOfWanted(profiles[column]) !== role)) return null;
      return isEmpty(profiles, column) ? 90 : cell.rank;
    });
  return {
    product: best(header, (cell, column) => productRank(cell, profiles[column], isEmpty(profiles, column))),
    quantity: rank('quantity'),
    neededBy: rank('neededBy'),
    unit: rank('unit').slice(0, 1),
  };
}

function meaningOfWanted(profile: ColumnProfile | undefined): HeaderCell['role'] {
  return (profile?.share('whole', 'grouped', 'decimal', 'measure') ?? 0) >= 0.5 ? 'quantity' : 'neededBy';
}

function best(header: HeaderRow, rankOf: (cell: HeaderCell, column: number) => number | null): number[] {
  const ranked = header.flatMap((cell, column) => {
    const rank = cell === null ? null : rankOf(cell, column);
    return rank === null ? [] : [{ column, rank }];
  });
  const lowest = Math.min(...ranked.map(({ rank }) => rank));
  return ranked.filter(({ rank }) => rank === lowest).map(({ column }) => column);
}

/**
 * A column headed *Product* may hold names while another one holds the codes, so what looks like codes goes first;
 * *No.* and *Item* may merely count the rows.
 */
function productRank(cell: HeaderCell, profile: ColumnProfile | undefined, isEmpty: boolean): number | null {
  // "Nombre" is a number in French and a name in Spanish.
  if (cell.role === 'quantity' && cell.rank === 3 && (profile?.share('text') ?? 0) >= 0.5) return 25;
  if (cell.role !== 'product' && cell.role !== 'name' && cell.role !== 'number') return null;
  if (isEmpty || profile === undefined) return cell.role === 'number' ? null : 90;
  const looksLikeCodes = profile.share('code', 'identifier', 'whole', 'measure', 'odd', 'date') >= 0.5;
  if (cell.role === 'number') return profile.isRunning || !looksLikeCodes ? null : 2.5;
  if (profile.isRunning && cell.rank >= 2) return 50 + cell.rank;
  // A header that says "code" or "number" outright is believed whatever stands beneath it.
  if (cell.rank < 2) return cell.rank;
  if (cell.rank === 2) return looksLikeCodes ? 1.4 : 22;
  return looksLikeCodes ? cell.rank : cell.rank + 20;
}

/** Empty beneath the header, while other columns are not. */
function isEmpty(profiles: readonly ColumnProfile[], column: number): boolean {
  return (profiles[column]?.filled ?? 0) === 0 && profiles.length > 0;
}
