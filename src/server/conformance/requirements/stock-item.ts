import { StockItem } from '#contract/envelope.ts';
import { toThousandths } from '#lib/thousandths.ts';
import { type Answered, answered, itemsOf } from '#server/conformance/answers.ts';
import type { Evidence } from '#server/conformance/evidence.ts';
import { judgeEach, notShown, notTried, type Requirement, show, unless } from '#server/conformance/requirement.ts';
import { schemaDeviations } from '#server/conformance/schema-deviations.ts';

import { wrongDates, wrongUnix } from './dated-items.ts';
import { eachItem, idsAsText } from './items.ts';

const lookups = ({ stockOfOne, stockOfSeveral }: Evidence) => answered(stockOfOne, stockOfSeveral);

/** §2.2: the items of 4.2 and 4.3. */
export const stockItemRequirements: readonly Requirement[] = [
  {
    id: 'item-fields',
    section: '2.2',
    sentence: 'A stock item has all its fields, each of its type.',
    judge: (evidence) =>
      judgeEach(
        lookups(evidence),
        eachItem((item, at) => schemaDeviations(StockItem, item, at)),
      ),
  },
  {
    id: 'item-ids',
    section: '2.2',
    sentence: 'itemId and id of a stock item are its product id as text.',
    judge: (evidence) => judgeEach(lookups(evidence), eachItem(idsAsText)),
  },
  {
    id: 'item-dates',
    section: '2.2',
    sentence: 'stockDate and lastUpdateDate of a stock item are days, written YYYY-MM-DD.',
    judge: (evidence) =>
      judgeEach(
        lookups(evidence),
        eachItem((item, at) => wrongDates(item, ['stockDate', 'lastUpdateDate'], at)),
      ),
  },
  {
    id: 'item-unix',
    section: '2.2',
    sentence: 'stockDateUnix of a stock item is midnight UTC of its stockDate, in seconds.',
    judge: (evidence) => judgeEach(lookups(evidence), eachItem(wrongUnix)),
  },
  {
    id: 'item-quantity',
    section: '2.2',
    sentence: 'stockQuantity of a stock item is the quantity asked for.',
    judge: (evidence) =>
      judgeEach(lookups(evidence), (answer) =>
        itemsOf(answer).flatMap(({ productId, stockQuantity }, index) => {
          const asked = askedFor(evidence, answer, productId);
          if (asked === undefined || typeof stockQuantity !== 'number') return [];
          const isSame = toThousandths(stockQuantity) === toThousandths(asked);
          return unless(isSame, `results[${index}].item.stockQuantity`, String(asked), stockQuantity);
        }),
      ),
  },
  {
    id: 'codes',
    section: '2.4',
    sentence: 'Which companies, sales organizations and territories there are, and what they mean.',
    judge: (evidence) => {
      const [answer] = lookups(evidence);
      return answer === undefined ? notTried('4.2 and 4.3 had no answer.') : notShown(codesOf(answer));
    },
  },
];

/** Another product than was asked for has no quantity that it should be. */
function askedFor(
  { lines, stockOfOne, subject }: Evidence,
  { exchange }: Answered,
  productId: unknown,
): number | undefined {
  if (exchange === stockOfOne && productId !== subject) return undefined;
  return lines.find((line) => line.productId === productId)?.quantity;
}

function codesOf(answer: Answered): string {
  const markets = itemsOf(answer).map(
    ({ company, salesOrganization, territoryId }) =>
      `company ${show(company)}, sales organization ${show(salesOrganization)}, territory ${show(territoryId)}`,
  );
  return `${[...new Set(markets)].join('; ')}.`;
}
