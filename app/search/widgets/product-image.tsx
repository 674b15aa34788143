import { useEffect, useRef, useState } from 'react';
import { imageAddress } from '../../ui/safe-address.ts';
import noImage from './no-image.svg?no-inline';
import classes from './results.module.css';

/** A product's picture; a box stands for one that is missing or does not load. The name beside it says what it is. */
export function ProductImage({ address }: { address: string | null }) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(false);
  // The server draws it too: what failed before scripts came tells nobody.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);
  const source = (!failed && imageAddress(address)) || noImage;
  return (
    <img ref={image} src={source} alt="" className={classes.image} loading="lazy" width={28} height={28} onError={() => setFailed(true)} />
  );
}
