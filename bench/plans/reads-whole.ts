/** Parts of statements that may read all that an account has of a table, with one space between words, and why. */
const allowed: Readonly<Record<string, string>> = {
  'insert into run_targets': 'an action on all that a filter finds keeps which records they are',
  'select count(*)::int as n from': 'an export says how many rows it will have',
  'with t as ( select sku, greatest(least(sum("on_hand")': 'the stock of all that a warehouse has is compared with the products',
  'as issue from orders o left join warehouse_orders w': 'the report after a restore, once for each',
  '(select count(*)::int from warehouse_orders where': 'the same',
  'update outbox set maybe_done = maybe_done': 'a restore puts all that is open in doubt',
  'update buyer_erasures e set erased_at = null': 'it begins with these or with the open orders, whichever are fewer',
  'select exists (select from "products" where account_id': 'it stops at the first',
  "'x' where account_id": 'a test',
  'update outbox set due_at = due_at where account_id': 'a test',
  "select account_id, id, 1, 'MUG', 'A mug', 1 from purchase_orders where account_id": 'a test',
  'count(o.id)::int as n from unnest($1::text[]) as status': 'a test',
  'select o.id from orders o where o.account_id = $1 and not exists ( select from unnest': 'a test',
  'select o.id from orders o where o.account_id = $1 and (o.id in ( select t.record_id': 'a test',
  "set order_status = 'error' where account_id": 'a test',
  'select from orders where account_id = $1 for update': 'a test',
  'select from orders where account_id = $1 order by id for no key update': 'a test',
  'select from products where account_id = $1 for': 'a test',
  'select "id" from "purchase_orders" where "account_id" = $1': 'a test',
};

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Which of these a statement has, if any. */
export function readsWhole(text: string): string | undefined {
  const ours = plain(text);
  return Object.keys(allowed).find((part) => ours.includes(part));
}

/** Those that no statement has any more. */
export function withoutUse(texts: Iterable<string>): string[] {
  const used = new Set([...texts].map(readsWhole));
  return Object.keys(allowed).filter((part) => !used.has(part));
}
