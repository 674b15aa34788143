import {
  company,
  deleted,
  email,
  facts,
  phone,
  poNumber,
  productName,
  productOf,
  type Range,
  skuOf,
  sourceNumber,
  tracking,
  warehouseNumber,
} from './facts.ts';

/**
 * Stores the search terms of these orders in one statement: the same terms as the product, which writes them one order
 * at a time. It handles only the forms that `facts` produces; a test compares it with the product.
 */
export const terms = (range: Range) => `
  with filled as (
    insert into order_term_sets (account_id, record_id, terms)
    select account_id, n, array(
      select distinct word collate "C" from unnest(numbers || skus || names || digits) as word where word <> ''
      union select '~' || word from unnest(wide) as word where word is not null and not word = any(array_remove(numbers || skus || names || digits, null)) order by 1)
    from (
      select f.account_id, f.n,
        array[lower(${sourceNumber}), replace(lower(${sourceNumber}), '-', ''), split_part(${sourceNumber}, '-', 2), lower(${poNumber}), lower(${warehouseNumber}),
          lower(case when f.units_sent > 0 and f.recent then ${tracking} end)] as numbers,
        ${wordsOf('0')} || case when f.lines_wanted > 1 then ${wordsOf('1')} end || case when f.lines_wanted > 2 then ${wordsOf('2')} end as skus,
        array[lower(f.first_name), lower(f.last_name), ${email}, split_part(split_part(${email}, '@', 1), '.', 2)]
          || case when ${company} is not null then array[lower(f.last_name), 'smith', 'co'] end as names,
        array[right(${digits}, 7), right(${digits}, 10), ${digits}] as digits,
        array[f.n::text, 'harbour', 'road', 'austin', '78701'] || case when f.n % 4 = 0 then array['suite', (f.n % 100)::text] end
          || ${namesOf('0')} || case when f.lines_wanted > 1 then ${namesOf('1')} end || case when f.lines_wanted > 2 then ${namesOf('2')} end as wide
      from ${facts(range)} as f where not (${deleted})
    ) as found
    returning account_id, record_id, terms
  )
  insert into order_terms (account_id, term, record_id) select account_id, word.term, record_id from filled, unnest(terms) as word (term)`;

const digits = `translate(${phone}, '+ ', '')`;

function wordsOf(k: string): string {
  const sku = `lower(${skuOf(productOf(k))})`;
  return `array[${sku}, split_part(${sku}, '-', 1), split_part(${sku}, '-', 2)]`;
}

/** The words of a product's name; what separates them is no word. */
const namesOf = (k: string) => `array_remove(regexp_split_to_array(lower(${productName(productOf(k))}), '[ .]+'), '')`;
