import { imageAddress } from '../../../ui/safe-address.ts';
import classes from './lines.module.css';

/** An item's picture, with a placeholder when it is missing or does not load. */
export function ItemImage({ address }: { address: string | null }) {
  const image = imageAddress(address);
  return <span className={classes.image}>{image && <img src={image} alt="" width="32" height="32" loading="lazy" />}</span>;
}
