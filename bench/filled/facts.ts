/** The orders of all accounts for a number in the measured one: ten others have a twentieth as many each. */
export const inAll = (orders: number) => orders + orders / 2;

export const skusOf = 2_000;
const neighbours = 10;
/** The account that is measured is 1, the others follow. */
export const accounts = 1 + neighbours;
/** Each account has three channels and a warehouse, in this order. */
export const connectionsOf = 4;

/** The day of the newest order, in UTC. */
export type Range = { from: number; to: number; orders: number; now: string };

/**
 * The facts of each order from `from` to `to`, derived from its number `n`: the same on every machine. Old orders are
 * fulfilled or cancelled, except one in a thousand; those of the last days are in progress. `x` has the random numbers.
 */
export function facts({ from, to, orders, now }: Range): string {
  const total = inAll(orders);
  return `(
    select thrown.*, lines_wanted + (x >> 18 & 1) as units,
      case when status in ('shipped', 'fulfilled') then lines_wanted + (x >> 18 & 1) when status = 'partially_shipped' then 1 else 0 end as units_sent,
      status in ('packing', 'partially_shipped', 'shipped', 'fulfilled') as at_warehouse, age < 90 as recent
    from (
      select n, x, account_id, (account_id - 1) * ${connectionsOf} as connections_before, (account_id - 1) * ${connectionsOf} + 1 + (x & 15) % 3 as connection_id,
        '${now}'::timestamptz - (${total} - n) * interval '1 second' * ${(365 * 86_400) / total} as at, age,
        case when dice < 20 then 'cancelled' when dice = 20 or (age < 2 and dice < 60) then 'error' when age < 0.25 then 'pending'
          when age < 1.5 then 'packing' when age < 1.6 then 'partially_shipped' when age < 2 then 'shipped' else 'fulfilled' end as status,
        case when (x >> 14 & 15) < 8 then 1 when (x >> 14 & 15) < 13 then 2 else 3 end as lines_wanted,
        (array[${quoted(firstNames)}])[1 + (x >> 24 & 1023) % ${firstNames.length}] as first_name,
        (array[${quoted(lastNames)}])[1 + (x >> 34 & 1023) % ${lastNames.length}] as last_name
      from (
        select n, hashint8extended(n, 1) as x, hashint8extended(n, 2) & 1023 as dice, (${total} - n) * ${365 / total} as age,
          case when n % 3 = 0 then 2 + n / 3 % ${neighbours} else 1 end as account_id
        from generate_series(${from}::bigint, ${to}::bigint) as n
      ) as numbered
    ) as thrown
  )`;
}

/** The product of an order's line `k`, 0 to 2, counted from 0 within its account. */
export const productOf = (k: string) => `((hashint8extended(f.n, 10 + ${k}) & 2147483647) % ${skusOf})`;
export const skuOf = (product: string) =>
  `(array[${quoted(families)}])[1 + ${product} % ${families.length}] || '-' || (10000 + ${product})`;
/** `Enamel tea No. 16` */
export const productName = (product: string) =>
  `(array[${quoted(materials)}])[1 + ${product} / ${families.length} % ${materials.length}] || ' ' || lower((array[${quoted(families)}])[1 + ${product} % ${families.length}]) || ' No. ' || ${product}`;
/** The ids of an order's parts. */
export const sourceNumber = `case when f.connection_id % 4 = 1 then (100000000 + f.n)::text else 'W-' || (1000000 + f.n) end`;
export const poNumber = `case when f.n % 7 = 0 then 'PO' || (100000 + f.n) end`;
export const warehouseNumber = `case when f.at_warehouse then 'AW' || (5000000 + f.n) end`;
export const tracking = `'1Z' || (1000000000000000 + f.n)`;
export const deleted = 'f.n % 1000 = 7';
export const email = `lower(f.first_name || '.' || f.last_name) || (1000 + f.n) || '@example.com'`;
export const company = `case when f.n % 5 = 0 then f.last_name || ', Smith & Co' end`;
export const phone = `'+1 512 ' || (200 + f.n % 700) || ' ' || (1000 + f.n % 8999)`;

const quoted = (words: string[]) => words.map((word) => `'${word}'`).join(', ');
const families = ['TEA', 'BOX', 'FRAME', 'MAT', 'MUG', 'COVER', 'JAR', 'CLOCK'];
const materials = ['Enamel', 'Linen', 'Walnut', 'Copper', 'Paper'];
const firstNames =
  'Ada Ben Chidi Dora Elif Femi Grace Hugo Iris Jonas Kaya Linus Maria Noah Olga Pedro Quinn Rosa Samir Tilda Uma Viktor Wanda Xenia Yusuf Zoe Anna David Emma James Laura Peter'.split(
    ' ',
  );
const lastNames =
  'Abbott Brandt Castillo Dubois Eriksen Farrow Grant Hoang Ivanova Jensen Kowalski Lopez Miller Nguyen Okafor Petrov Quist Rossi Schmidt Tanaka Ullman Vargas Weber Xu Young Zhang Anderson Baker Clark Davis Evans Fisher Garcia Harris Jackson Kelly Lewis Moore Nelson Owens Parker Roberts Stewart Turner Walker Wright Adams Bennett Carter Diaz'.split(
    ' ',
  );
