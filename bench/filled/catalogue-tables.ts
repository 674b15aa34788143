import { accounts, connectionsOf, productName, skuOf } from './facts.ts';

/** Products `from` to `to` of all accounts: the measured one has two thirds of them. */
export type ProductRange = { from: number; to: number; products: number };

/** The products of all accounts for a number in the measured one: each of the others has a twentieth of it. */
export const inAllAccounts = (products: number) => products + products / 2;
/** Every so many products have a history of their stock: those are opened. */
export const withHistory = 100;
export const categoriesOf = 200;

/** `n`: the product's id; `a`: its account; `k`: its number within that. */
const products = ({ from, to, products: own }: ProductRange) => `(
  select n, case when n <= ${own} then 1 else 2 + n % ${accounts - 1} end as a, n as k, hashint8extended(n, 3) & 1023 as dice
  from generate_series(${from}::bigint, ${to}::bigint) as n)`;
const onHand = `case when f.dice < 20 then 0 else f.dice / 2 end`;
const location = `'KY1 ' || chr(65 + (f.k % 8)::int) || '-' || lpad((f.k / 8 % 40)::text, 2, '0')`;

const upc = `'2' || lpad(f.k::text, 12, '0')`;
/** The connection that lists a product, and what it calls its SKU. */
const channelOf = `(f.a - 1) * ${connectionsOf} + 1`;
const listedSku = `case when f.k % 3 > 0 then '' else 'X-' end || ${skuOf('f.k')}`;

/** The statements that fill each table for a range of products; they are independent of each other. */
export const catalogueTables: Record<string, (range: ProductRange) => string> = {
  products: (range) => `
    insert into products (account_id, id, sku, name, upc, category_id, warehouse_location, reorder_point, quantity_on_hand, quantity_on_hold,
      quantity_available, to_promise, stock_taken_at, named_at, gone_at, is_linked) overriding system value
    select f.a, f.n, ${skuOf('f.k')}, ${productName('f.k')}, ${upc},
      case when f.k % 20 > 0 then (f.a - 1) * ${categoriesOf} + 1 + f.k % ${categoriesOf} end, ${location}, 20, ${onHand}, 0, ${onHand}, ${onHand},
      now(), now(), case when f.k % 1000 = 3 then now() end, f.k % 3 > 0
    from ${products(range)} as f`,
  connector_products: (range) => `
    insert into connector_products (account_id, id, connection_id, connector_product_sku, connector_product_id, name, product_id, linked_at)
    overriding system value
    select f.a, f.n, ${channelOf}, ${listedSku}, 'L' || f.n, ${productName('f.k')},
      case when f.k % 3 > 0 then f.n end, case when f.k % 3 > 0 then now() end
    from ${products(range)} as f`,
  stock_levels: (range) => `
    insert into stock_levels (account_id, connection_id, sku, warehouse, location, on_hand, allocated, on_hold, available)
    select f.a, f.a * ${connectionsOf}, ${skuOf('f.k')}, 'KY1', ${location}, ${onHand}, 0, 0, ${onHand} from ${products(range)} as f`,
  stock_changes: (range) => `
    insert into stock_changes (account_id, id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
    overriding system value
    select f.a, f.n * 30 + d, f.a * ${connectionsOf}, ${skuOf('f.k')}, 'KY1', ${location}, '', ${onHand} + d, 0, 0, ${onHand} + d, now() - d * interval '1 day'
    from ${products(range)} as f, generate_series(0, 29) as d where f.k % ${withHistory} = 0`,
  product_term_sets: (range) => sets('product', productTerms(range)),
  product_terms: (range) => entries('product', productTerms(range)),
  connector_product_term_sets: (range) => sets('connector_product', listingTerms(range)),
  connector_product_terms: (range) => entries('connector_product', listingTerms(range)),
};

/** The words of these products, and of the same as a channel's items, each with that of its connection. */
const productTerms = (range: ProductRange) =>
  `select f.a, f.n, ${ofTexts([skuOf('f.k'), upc, productName('f.k')])} as terms from ${products(range)} as f`;
const listingTerms = (range: ProductRange) =>
  `select f.a, f.n, ${ofTexts([listedSku, `'L' || f.n`, productName('f.k')], `${channelOf} || ':' ||`)} as terms from ${products(range)} as f`;

/** Handles only texts of letters, digits, hyphens and dots. */
const ofTexts = (texts: string[], before = '') => `array(
  select distinct (${before} word) collate "C" from unnest(string_to_array(lower(concat_ws(' ', ${texts.join(', ')})), ' ')) as given (text)
  cross join lateral (select rtrim(text, '.') union all select part from unnest(string_to_array(rtrim(text, '.'), '-')) as part where length(part) > 1) as words (word)
  where word <> '' order by 1)`;

const sets = (record: string, terms: string) => `insert into ${record}_term_sets (account_id, record_id, terms) ${terms}`;
const entries = (record: string, terms: string) =>
  `insert into ${record}_terms (account_id, record_id, term) select a, n, term from (${terms}) as found, unnest(terms) as term`;
