import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import type { ApiCheckRequirement } from '#stock/contract/api-check.ts';

const calendarPath = '/stock/{productId}/calendar';
const stockPath = '/stock/{productId}?quantity=';

/** The requirements of the specification by ID. */
const requirements: Readonly<Record<string, MessageDescriptor>> = {
  json: msg`Every response is one JSON object with a JSON content type.`,
  'same-date': msg`A product and quantity have one stock date, whether requested alone (4.2) or with others (4.3).`,
  envelope: msg`Every response is the envelope: parameters null, results with one item each, facets, filters, filter and four whole counters.`,
  filters: msg`filters has one entry for each product matched, with the name productId and the id as keyValue.`,
  'filters-value': msg`The entries of filters hold value, the product id as a whole number, in 4.2, 4.3 and 4.4, and not in 4.1.`,
  'filter-text': msg`filter names the products: productId.eq.<id> for one, productId.eq.any(<id>,<id>,...) for several.`,
  'first-page': msg`page is 1 in the responses of 4.1, 4.2 and 4.3, which have no pages to choose.`,
  'calendar-counters': msg`In 4.1, pageSize and totalItemCount are 1, however many entries the calendar has, on one page.`,
  'several-counters': msg`In 4.3, pageSize and totalItemCount are the number of requested products.`,
  'other-counters': msg`What the counters of 4.2 say.`,
  'item-fields': msg`A stock item has all its fields, each of its type.`,
  'item-ids': msg`itemId and id of a stock item are its product id as text.`,
  'item-dates': msg`stockDate and lastUpdateDate of a stock item are days, written YYYY-MM-DD.`,
  'item-unix': msg`stockDateUnix of a stock item is midnight UTC of its stockDate, in seconds.`,
  'item-codes': msg`The codes of a stock item have no blanks around them.`,
  'item-quantity': msg`stockQuantity of a stock item is the requested quantity.`,
  'entry-fields': msg`A calendar entry has all its fields, each of its type.`,
  'entry-product': msg`Every entry is of the requested product.`,
  'entry-dates': msg`stockDate of an entry is a day, written YYYY-MM-DD.`,
  'entry-codes': msg`The codes of an entry have no blanks around them.`,
  'entry-unix': msg`stockDateUnix of an entry is midnight UTC of its stockDate, in seconds.`,
  'entry-order': msg`Entries are in ascending order of date, the max lead time last.`,
  'entry-deleted': msg`A calendar lists what there is: no entry is marked as deleted.`,
  codes: msg`Valid companies, sales organizations and territories.`,
  'calendar-fields': msg`A product calendar has all its fields, each of its type.`,
  'calendar-ids': msg`itemId and id of a product calendar are its product id as text.`,
  'stock-agrees': msg`Where stock holds entries like those of 4.1, it is the calendar that 4.1 gives for the product.`,
  'stock-elements': msg`What the elements of stock are.`,
  'one-calendar-succeeds': msg`GET ${calendarPath} succeeds, with quantity and without.`,
  'one-calendar-max-lead-time': msg`With includeMaxLeadTime=true, a calendar that has a max lead time shows it.`,
  'one-calendar-real-only': msg`With includeMaxLeadTime=false, a calendar shows no max lead time.`,
  'one-calendar-quantity': msg`With quantity, a calendar has only dates on which at least that quantity is available.`,
  'one-calendar-defaults': msg`What counts where quantity or includeMaxLeadTime is left out.`,
  'one-stock-responses': msg`GET ${stockPath} succeeds.`,
  'one-stock-item': msg`The response has a single result, for the requested product.`,
  'one-stock-date': msg`The stock date is one on which the calendar (4.1) holds the quantity, or its max lead time.`,
  'one-stock-default': msg`Whether quantity may be left out, and what counts then.`,
  'several-succeeds': msg`POST /stock succeeds for products that each have their own quantity.`,
  'several-items': msg`The response has exactly one item for each requested product.`,
  'several-filter': msg`filter has the form productId.eq.any(<id>,<id>,...).`,
  'several-order': msg`In which order the items come.`,
  'search-succeeds': msg`/stock/calendar succeeds with page, pageSize, filter and includeMaxLeadTime.`,
  'search-items': msg`results has one product calendar for each product that the filter matches.`,
  'search-page-size': msg`page and pageSize are as requested, and a page has no more products than that.`,
  'search-counters': msg`totalItemCount is the number of products matched, totalPageCount the pages that they fill.`,
  'search-next-page': msg`The second page goes on where the first ends, and repeats nothing of it.`,
  'search-max-lead-time': msg`With includeMaxLeadTime=true, a calendar that has a max lead time shows it.`,
  'search-real-only': msg`With includeMaxLeadTime=false, no calendar shows a max lead time.`,
  'search-method': msg`Whether the search is requested by GET or by POST.`,
  'search-past-the-end': msg`Content of a page past the end.`,
  'search-no-filter': msg`What is listed where filter is left out.`,
  'token-required': msg`A request without the access token is refused.`,
  'token-checked': msg`A request with an unknown access token is rejected.`,
  'key-required': msg`A request without the subscription key is refused.`,
  'key-checked': msg`A request with an unknown subscription key is rejected.`,
  'refusal-form': msg`How a missing or wrong credential is refused.`,
  'unknown-product': msg`The response for an unknown product, and the body of an error.`,
  limits: msg`Limits for requests, products and pages.`,
  version: msg`The response without the Api-version header.`,
};

/** Texts of findings, as the server writes them in English, with placeholders for values. */
const phrases = [
  phrase('a refusal, such as 401', msg({ message: 'a refusal, such as 401' })),
  phrase('at least {least}', msg({ message: 'at least {least}' })),
  phrase('at least {least}, which were seen', msg({ message: 'at least {least}, which were seen' })),
  phrase('at most {most}', msg({ message: 'at most {most}' })),
  phrase('at most {most} products', msg({ message: 'at most {most} products' })),
  phrase('a whole number', msg({ message: 'a whole number' })),
  phrase('a string', msg({ message: 'a string' })),
  phrase('a number', msg({ message: 'a number' })),
  phrase('a boolean', msg({ message: 'a boolean' })),
  phrase('an array', msg({ message: 'an array' })),
  phrase('an object', msg({ message: 'an object' })),
  phrase('a day that exists, written YYYY-MM-DD', msg({ message: 'a day that exists, written YYYY-MM-DD' })),
  phrase('one item for each of {ids}', msg({ message: 'one item for each of {ids}' })),
  phrase('one entry for each of {ids}', msg({ message: 'one entry for each of {ids}' })),
  phrase('no such field', msg({ message: 'no such field' })),
  phrase('no such field in 4.1', msg({ message: 'no such field in 4.1' })),
  phrase('the product id as a whole number, {id}', msg({ message: 'the product id as a whole number, {id}' })),
  phrase('no such entry', msg({ message: 'no such entry' })),
  phrase('none such', msg({ message: 'none such' })),
  phrase('no real entry after the max lead time', msg({ message: 'no real entry after the max lead time' })),
  phrase('{date} or later, as the entry before', msg({ message: '{date} or later, as the entry before' })),
  phrase('{count}: {total} products by {pageSize}', msg({ message: '{count}: {total} products by {pageSize}' })),
  phrase('a JSON object', msg({ message: 'a JSON object' })),
  phrase('an empty body', msg({ message: 'an empty body' })),
  phrase('no Content-Type', msg({ message: 'no Content-Type' })),
  phrase('{date} (max lead time), as {request} gives', msg({ message: '{date} (max lead time), as {request} gives' })),
  phrase('{value}, as {request} gives', msg({ message: '{value}, as {request} gives' })),
  phrase('{date} (max lead time)', msg({ message: '{date} (max lead time)' })),
  phrase('{dates}, the max lead time in 4.1', msg({ message: '{dates}, the max lead time in 4.1' })),
  phrase(
    'a date on which at least {quantity} is available',
    msg({ message: 'a date on which at least {quantity} is available' }),
  ),
  phrase('{date}, when 4.1 has {quantity}', msg({ message: '{date}, when 4.1 has {quantity}' })),
  phrase(
    'an entry with isMaxLeadTime true: {section} shows that there is one',
    msg({ message: 'an entry with isMaxLeadTime true: {section} shows that there is one' }),
  ),
  phrase('{count} entries, none of them such', msg({ message: '{count} entries, none of them such' })),
  phrase(
    'a date with its own Unix time, and not deleted',
    msg({ message: 'a date with its own Unix time, and not deleted' }),
  ),
  phrase('no further entry', msg({ message: 'no further entry' })),
  phrase('no further entry, as {request} gives', msg({ message: 'no further entry, as {request} gives' })),
  phrase('{quantity} on {date}, as {request} gives', msg({ message: '{quantity} on {date}, as {request} gives' })),
  phrase('{quantity} on {date}', msg({ message: '{quantity} on {date}' })),
  phrase('products {ids}', msg({ message: 'products {ids}' })),
  phrase('no products', msg({ message: 'no products' })),
  phrase('nothing', msg({ message: 'nothing' })),
  phrase('{status}, with a response', msg({ message: '{status}, with a response' })),
  phrase(
    'A response that is needed is missing or wrong itself.',
    msg({ message: 'A response that is needed is missing or wrong itself.' }),
  ),
  phrase('The products have no such data.', msg({ message: 'The products have no such data.' })),
  phrase('And {count} more of the kind.', msg({ message: 'And {count} more of the kind.' })),
  phrase('And at least {count} more of the kind.', msg({ message: 'And at least {count} more of the kind.' })),
  phrase('stock is empty for every product seen.', msg({ message: 'stock is empty for every product seen.' })),
  phrase(
    '{alike} of {count} elements seen are calendar entries as 2.3 describes them.',
    msg({ message: '{alike} of {count} elements seen are calendar entries as 2.3 describes them.' }),
  ),
  phrase(
    'Not requested: a caller who sends both relies on neither.',
    msg({ message: 'Not requested: a caller who sends both relies on neither.' }),
  ),
  phrase(
    'Not requested: a caller who always sends it relies on nothing.',
    msg({ message: 'Not requested: a caller who always sends it relies on nothing.' }),
  ),
  phrase('Not requested: the products were named.', msg({ message: 'Not requested: the products were named.' })),
  phrase('In the order of the request.', msg({ message: 'In the order of the request.' })),
  phrase('In another order than that of the request.', msg({ message: 'In another order than that of the request.' })),
  phrase('GET returns {get}, POST with {post}.', msg({ message: 'GET returns {get}, POST with {post}.' })),
  phrase('GET is refused, POST with {post}.', msg({ message: 'GET is refused, POST with {post}.' })),
  phrase(
    'The service returns {status}; no calendar shows that the products are available.',
    msg({ message: 'The service returns {status}; no calendar shows that the products are available.' }),
  ),
  phrase('The service returns {status}', msg({ message: 'The service returns {status}' })),
  phrase(
    'Status {status} with {count} results, totalItemCount {total}.',
    msg({ message: 'Status {status} with {count} results, totalItemCount {total}.' }),
  ),
  phrase('{count} products.', msg({ message: '{count} products.' })),
  phrase(
    'company {company}, sales organization {salesOrganization}, territory {territory}',
    msg({ message: 'company {company}, sales organization {salesOrganization}, territory {territory}' }),
  ),
  phrase(
    '{status} with WWW-Authenticate, {mediaType}',
    msg({ message: '{status} with WWW-Authenticate, {mediaType}' }),
  ),
  phrase(
    'None is met on purpose; no response has a header about limits.',
    msg({ message: 'None is met on purpose; no response has a header about limits.' }),
  ),
  phrase(
    'None is met on purpose; responses have {headers}.',
    msg({ message: 'None is met on purpose; responses have {headers}.' }),
  ),
  phrase('The answer is larger than {size} MiB.', msg({ message: 'The answer is larger than {size} MiB.' })),
  phrase(
    'Nothing answers at this address: the connection was refused.',
    msg({ message: 'Nothing answers at this address: the connection was refused.' }),
  ),
  phrase(
    'The host name of this address is not known.',
    msg({ message: 'The host name of this address is not known.' }),
  ),
  phrase(
    'The service closed the connection before its answer was whole.',
    msg({ message: 'The service closed the connection before its answer was whole.' }),
  ),
  phrase('No connection came about in time.', msg({ message: 'No connection came about in time.' })),
  phrase(
    'The certificate of the service is not trusted ({code}).',
    msg({ message: 'The certificate of the service is not trusted ({code}).' }),
  ),
  phrase('No answer came ({code}).', msg({ message: 'No answer came ({code}).' })),
  phrase('No answer came.', msg({ message: 'No answer came.' })),
  phrase(
    'No whole answer came within {seconds} seconds.',
    msg({ message: 'No whole answer came within {seconds} seconds.' }),
  ),
  phrase(
    'The service answers 429 and asks to wait {seconds} seconds. Check again when it is less busy.',
    msg({ message: 'The service answers 429 and asks to wait {seconds} seconds. Check again when it is less busy.' }),
  ),
  phrase(
    'The service does not accept the access token or the subscription key: it returns {status}.',
    msg({ message: 'The service does not accept the access token or the subscription key: it returns {status}.' }),
  ),
  phrase(
    'The service returns {status} to the request for the first page of calendars (4.4). Check its address, or name products with --products.',
    msg({
      message:
        'The service returns {status} to the request for the first page of calendars (4.4). Check its address, or name products with --products.',
    }),
  ),
  phrase(
    'None of the products named is on the first page of calendars (4.4).',
    msg({ message: 'None of the products named is on the first page of calendars (4.4).' }),
  ),
  phrase(
    'The first page of calendars (4.4) names no product to go on with; name some with --products.',
    msg({ message: 'The first page of calendars (4.4) names no product to go on with; name some with --products.' }),
  ),
];

function phrase(english: string, words: MessageDescriptor) {
  const parts = english.split(/\{(\w+)\}/);
  const names = parts.filter((_, at) => at % 2 === 1);
  const pattern = parts.map((part, at) => (at % 2 === 1 ? '([^]+?)' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return { names, pattern: new RegExp(`^${pattern.join('')}$`), words };
}

/** A requirement in the user's language; in English if it isn't known. */
export function requirementWords({ id, sentence }: Pick<ApiCheckRequirement, 'id' | 'sentence'>, i18n: I18n): string {
  const words = requirements[id];
  return words === undefined ? sentence : i18n._(words);
}

/** The text of a finding in the user's language, or each of its parts; values and unknown texts stay as they are. */
export function findingWords(text: string, i18n: I18n): string {
  for (const { pattern, names, words } of phrases) {
    const [, ...values] = pattern.exec(text) ?? [];
    if (values.length < names.length || !pattern.test(text)) continue;
    return i18n._(words.id, Object.fromEntries(names.map((name, at) => [name, values[at]])), words);
  }
  const parts = text.split('; ');
  return parts.length === 1 ? text : parts.map((part) => findingWords(part, i18n)).join('; ');
}
