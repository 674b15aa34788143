import { ItemPicture } from '../../../ui/picture/item-picture.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { Compared } from '../../links/choice/compared.tsx';
import { differencesOf } from '../../links/choice/differences.ts';
import type { ToLink } from '../contract.ts';
import classes from './to-link.module.css';

/** The product that a SKU most likely means: by what it is the same, or else how it differs. */
export function BestProduct({ row: { best, sku, name, upc, units_per_sale: units } }: { row: ToLink }) {
  if (!best) return <span className="faint">No product has this SKU or UPC, or a similar name</span>;
  const sold = { sku, name: name ?? '', upc };
  // What is marked below the name says it, too.
  const isMarked = differencesOf(best, sold).length > 0;
  return (
    <div className={classes.best}>
      {best.image_url && <ItemPicture address={best.image_url} />}
      <div>
        <Compared product={best} sold={sold} />
        {units > 1 && <span className={classes.units}>{countedWords(units, 'unit')} per sale, as of what was linked before</span>}
        {!best.same && !isMarked && <span className={classes.alike}>looks alike</span>}
      </div>
    </div>
  );
}
