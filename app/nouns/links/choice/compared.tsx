import { VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { compareNames, compareSkus } from '../../../ui/differences/differences.ts';
import { Marked } from '../../../ui/differences/marked.tsx';
import { differencesOf } from './differences.ts';
import { type Identity, sameIn } from './equal.ts';
import classes from './product-picker.module.css';
import type { Sold } from './use-product-choice.ts';

/** A product beside what the channel sells: by what they are the same, which of its words differ, and whether its UPC or pack size does. */
export function Compared({ product, sold }: { product: Identity; sold: Sold }) {
  const same = sameIn(product, sold);
  const { parts, lacking } = compareNames(product.name, sold.name);
  return (
    <>
      <span className="mono">
        <Marked parts={same === null ? compareSkus(product.sku, sold.sku) : [{ text: product.sku, differs: false, at: 0 }]} />
      </span>
      <span className={classes.name}>
        <Marked parts={parts} />
        {lacking.length > 0 && (
          <span className={classes.lacking}>
            {' '}
            not <del>{lacking.join(' ')}</del>
          </span>
        )}
        {same && <span className={classes.same}> same {same}</span>}
        {differencesOf(product, sold).map((difference) => (
          <Fragment key={difference}>
            <VisuallyHidden>; </VisuallyHidden>
            <span className={classes.differs}>{difference}</span>
          </Fragment>
        ))}
        {same === null && <VisuallyHidden> looks alike</VisuallyHidden>}
      </span>
    </>
  );
}
