import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Texts of the check, as the server writes them in English, with placeholders for values. */
const phrases = [
  // Requirements.
  msg({ message: 'Every response is one JSON object with a JSON content type.' }),
  msg({ message: 'A product and quantity have one stock date, whether requested alone (4.2) or with others (4.3).' }),
  msg({
    message:
      'Every response is the envelope: parameters null, results with one item each, facets, filters, filter and four whole counters.',
  }),
  msg({ message: 'filters has one entry for each product matched, with the name productId and the id as keyValue.' }),
  msg({
    message:
      'The entries of filters hold value, the product id as a whole number, in 4.2, 4.3 and 4.4, and not in 4.1.',
  }),
  msg({
    message: 'filter names the products: productId.eq.<id> for one, productId.eq.any(<id>,<id>,...) for several.',
  }),
  msg({ message: 'page is 1 in the responses of 4.1, 4.2 and 4.3, which have no pages to choose.' }),
  msg({ message: 'In 4.1, pageSize and totalItemCount are 1, however many entries the calendar has, on one page.' }),
  msg({ message: 'In 4.3, pageSize and totalItemCount are the number of requested products.' }),
  msg({ message: 'What the counters of 4.2 say.' }),
  msg({ message: 'A stock item has all its fields, each of its type.' }),
  msg({ message: 'itemId and id of a stock item are its product id as text.' }),
  msg({ message: 'stockDate and lastUpdateDate of a stock item are days, written YYYY-MM-DD.' }),
  msg({ message: 'stockDateUnix of a stock item is midnight UTC of its stockDate, in seconds.' }),
  msg({ message: 'The codes of a stock item have no blanks around them.' }),
  msg({ message: 'stockQuantity of a stock item is the requested quantity.' }),
  msg({ message: 'A calendar entry has all its fields, each of its type.' }),
  msg({ message: 'Every entry is of the requested product.' }),
  msg({ message: 'stockDate of an entry is a day, written YYYY-MM-DD.' }),
  msg({ message: 'The codes of an entry have no blanks around them.' }),
  msg({ message: 'stockDateUnix of an entry is midnight UTC of its stockDate, in seconds.' }),
  msg({ message: 'Entries are in ascending order of date, the max lead time last.' }),
  msg({ message: 'A calendar lists what there is: no entry is marked as deleted.' }),
  msg({ message: 'Valid companies, sales organizations and territories.' }),
  msg({ message: 'A product calendar has all its fields, each of its type.' }),
  msg({ message: 'itemId and id of a product calendar are its product id as text.' }),
  msg({ message: 'Where stock holds entries like those of 4.1, it is the calendar that 4.1 gives for the product.' }),
  msg({ message: 'What the elements of stock are.' }),
  msg({ message: 'GET {calendarPath} succeeds, with quantity and without.' }),
  msg({ message: 'With includeMaxLeadTime=true, a calendar that has a max lead time shows it.' }),
  msg({ message: 'With includeMaxLeadTime=false, a calendar shows no max lead time.' }),
  msg({ message: 'With quantity, a calendar has only dates on which at least that quantity is available.' }),
  msg({ message: 'What counts where quantity or includeMaxLeadTime is left out.' }),
  msg({ message: 'GET {stockPath} succeeds.' }),
  msg({ message: 'The response has a single result, for the requested product.' }),
  msg({ message: 'The stock date is one on which the calendar (4.1) holds the quantity, or its max lead time.' }),
  msg({ message: 'Whether quantity may be left out, and what counts then.' }),
  msg({ message: 'POST /stock succeeds for products that each have their own quantity.' }),
  msg({ message: 'The response has exactly one item for each requested product.' }),
  msg({ message: 'filter has the form productId.eq.any(<id>,<id>,...).' }),
  msg({ message: 'In which order the items come.' }),
  msg({ message: '/stock/calendar succeeds with page, pageSize, filter and includeMaxLeadTime.' }),
  msg({ message: 'results has one product calendar for each product that the filter matches.' }),
  msg({ message: 'page and pageSize are as requested, and a page has no more products than that.' }),
  msg({ message: 'totalItemCount is the number of products matched, totalPageCount the pages that they fill.' }),
  msg({ message: 'The second page goes on where the first ends, and repeats nothing of it.' }),
  msg({ message: 'With includeMaxLeadTime=false, no calendar shows a max lead time.' }),
  msg({ message: 'Whether the search is requested by GET or by POST.' }),
  msg({ message: 'Content of a page past the end.' }),
  msg({ message: 'What is listed where filter is left out.' }),
  msg({ message: 'A request without the access token is refused.' }),
  msg({ message: 'A request with an unknown access token is rejected.' }),
  msg({ message: 'A request without the subscription key is refused.' }),
  msg({ message: 'A request with an unknown subscription key is rejected.' }),
  msg({ message: 'How a missing or wrong credential is refused.' }),
  msg({ message: 'The response for an unknown product, and the body of an error.' }),
  msg({ message: 'Limits for requests, products and pages.' }),
  msg({ message: 'The response without the Api-version header.' }),

  // Findings.
  msg({ message: 'a refusal, such as 401' }),
  msg({ message: 'at least {least}' }),
  msg({ message: 'at least {least}, which were seen' }),
  msg({ message: 'at most {most}' }),
  msg({ message: 'at most {most} products' }),
  msg({ message: 'a whole number' }),
  msg({ message: 'a string' }),
  msg({ message: 'a number' }),
  msg({ message: 'a boolean' }),
  msg({ message: 'an array' }),
  msg({ message: 'an object' }),
  msg({ message: 'a day that exists, written YYYY-MM-DD' }),
  msg({ message: 'one item for each of {ids}' }),
  msg({ message: 'one entry for each of {ids}' }),
  msg({ message: 'no such field' }),
  msg({ message: 'no such field in 4.1' }),
  msg({ message: 'the product id as a whole number, {id}' }),
  msg({ message: 'no such entry' }),
  msg({ message: 'none such' }),
  msg({ message: 'no real entry after the max lead time' }),
  msg({ message: '{date} or later, as the entry before' }),
  msg({ message: '{count}: {total} products by {pageSize}' }),
  msg({ message: 'a JSON object' }),
  msg({ message: 'an empty body' }),
  msg({ message: 'no Content-Type' }),
  msg({ message: '{date} (max lead time), as {request} gives' }),
  msg({ message: '{value}, as {request} gives' }),
  msg({ message: '{date} (max lead time)' }),
  msg({ message: '{dates}, the max lead time in 4.1' }),
  msg({ message: 'a date on which at least {quantity} is available' }),
  msg({ message: '{date}, when 4.1 has {quantity}' }),
  msg({ message: 'an entry with isMaxLeadTime true: {section} shows that there is one' }),
  msg({ message: '{count} entries, none of them such' }),
  msg({ message: 'a date with its own Unix time, and not deleted' }),
  msg({ message: 'no further entry' }),
  msg({ message: 'no further entry, as {request} gives' }),
  msg({ message: '{quantity} on {date}, as {request} gives' }),
  msg({ message: '{quantity} on {date}' }),
  msg({ message: 'products {ids}' }),
  msg({ message: 'no products' }),
  msg({ message: 'nothing' }),
  msg({ message: '{status}, with a response' }),
  msg({ message: 'A response that is needed is missing or wrong itself.' }),
  msg({ message: 'The products have no such data.' }),
  msg({ message: 'And {count} more of the kind.' }),
  msg({ message: 'And at least {count} more of the kind.' }),
  msg({ message: 'stock is empty for every product seen.' }),
  msg({ message: '{alike} of {count} elements seen are calendar entries as 2.3 describes them.' }),
  msg({ message: 'Not requested: a caller who sends both relies on neither.' }),
  msg({ message: 'Not requested: a caller who always sends it relies on nothing.' }),
  msg({ message: 'Not requested: the products were named.' }),
  msg({ message: 'In the order of the request.' }),
  msg({ message: 'In another order than that of the request.' }),
  msg({ message: 'GET returns {get}, POST with {post}.' }),
  msg({ message: 'GET is refused, POST with {post}.' }),
  msg({ message: 'The service returns {status}; no calendar shows that the products are available.' }),
  msg({ message: 'The service returns {status}' }),
  msg({ message: 'Status {status} with {count} results, totalItemCount {total}.' }),
  msg({ message: '{count} products.' }),
  msg({ message: 'company {company}, sales organization {salesOrganization}, territory {territory}' }),
  msg({ message: '{status} with WWW-Authenticate, {mediaType}' }),
  msg({ message: 'None is met on purpose; no response has a header about limits.' }),
  msg({ message: 'None is met on purpose; responses have {headers}.' }),
  msg({ message: 'No response from the stock service ({reason}).' }),
  msg({ message: 'No complete response within {seconds} seconds.' }),
  msg({
    message: 'The service returns 429 and requires a wait of {seconds} seconds. Check again when it is less busy.',
  }),
  msg({ message: 'The service does not accept the access token or the subscription key: it returns {status}.' }),
  msg({
    message:
      'The service returns {status} to the request for the first page of calendars (4.4). Check its address, or name products with --products.',
  }),
  msg({ message: 'None of the products named is on the first page of calendars (4.4).' }),
  msg({ message: 'The first page of calendars (4.4) names no product to go on with; name some with --products.' }),
].map((words: MessageDescriptor) => {
  const parts = (words.message ?? '').split(/\{(\w+)\}/);
  const names = parts.filter((_, at) => at % 2 === 1);
  const pattern = parts.map((part, at) => (at % 2 === 1 ? '([^]+?)' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return { names, pattern: new RegExp(`^${pattern.join('')}$`), words };
});

/** A text of the check in the user's language, or each of its parts; values and unknown texts stay as they are. */
export function checkWords(text: string, i18n: I18n): string {
  for (const { pattern, names, words } of phrases) {
    const [, ...values] = pattern.exec(text) ?? [];
    if (values.length < names.length || !pattern.test(text)) continue;
    return i18n._(words.id, Object.fromEntries(names.map((name, at) => [name, values[at]])), words);
  }
  const parts = text.split('; ');
  return parts.length === 1 ? text : parts.map((part) => checkWords(part, i18n)).join('; ');
}
