import {
  type ContractCheck,
  type ContractRequirement,
  type ContractResult,
  countResults,
  sawSomething,
} from './contract-check.ts';

/** What a result is called in a report. */
export const contractResultWords: Record<ContractResult, string> = {
  met: 'met',
  broken: 'broken',
  'not-shown': 'not shown by the specification',
  'not-tried': 'not tried',
};

const marks: Record<ContractResult, string> = { met: '✓', broken: '✗', 'not-shown': '?', 'not-tried': '–' };
const shortWords: Record<ContractResult, string> = { ...contractResultWords, 'not-shown': 'not shown' };

/** Dresses a text, such as in the colour of a result. */
export type Paint = (text: string, as: ContractResult | 'dim' | 'strong') => string;

const plain: Paint = (text) => text;

/**
 * The report of a check as lines of text, for a terminal or a mail.
 * @param service the base address that was checked
 */
export function contractReport(check: ContractCheck, service: string, paint: Paint = plain): string {
  const { checkedAt, requests, stopped, requirements } = check;
  const asked = `${requests} request${requests === 1 ? '' : 's'}`;
  return [
    `${paint('Contract check', 'strong')} of ${service}, ${checkedAt.slice(0, 16).replace('T', ' ')} UTC, ${asked}`,
    '',
    ...(sawSomething(check) ? [...requirements.flatMap((requirement) => linesOf(requirement, paint)), ''] : []),
    ...(stopped === null ? [] : [paint(`Ended early: ${stopped.sentence}`, 'broken')]),
    summaryOf(check, paint),
  ].join('\n');
}

function linesOf({ section, sentence, result, findings, observed }: ContractRequirement, paint: Paint): string[] {
  const mark = paint(`${marks[result]} ${shortWords[result].padEnd(9)}`, result);
  return [
    `  ${section.padEnd(3)}  ${mark}  ${sentence}`,
    ...findings.flatMap(({ request, path, expected, got }) => [
      detail(paint(request, 'dim')),
      detail(`${path}: expected ${expected}, got ${paint(got, 'broken')}`),
    ]),
    ...(observed === null ? [] : [detail(paint(observed, 'dim'))]),
  ];
}

function detail(text: string): string {
  return `${' '.repeat(20)}${text}`;
}

function summaryOf(check: ContractCheck, paint: Paint): string {
  const counts = countResults(check);
  const part = (result: ContractResult) => {
    const text = `${counts[result]} ${contractResultWords[result]}`;
    return counts[result] === 0 ? text : paint(text, result);
  };
  return `${part('met')}, ${part('broken')}, ${part('not-shown')}, ${part('not-tried')}.`;
}
