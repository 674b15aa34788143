import { useEffect, useRef, useState } from 'react';
import { imageAddress } from '../safe-address.ts';
import classes from './item-picture.module.css';
import noImage from './no-image.svg?no-inline';

type Props = {
  address: string | null;
  /** What it is, where nothing beside it says so to who cannot see it: as the link of its row. */
  name?: string;
  /** In px. */
  size?: number;
};

/** An item's picture; a box stands for one that is missing or does not load. */
export function ItemPicture({ address, name = '', size = 28 }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const wanted = imageAddress(address);
  const shown = failed === wanted ? null : wanted;
  // The server draws it too: what failed before scripts came tells nobody.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(wanted);
  }, [wanted]);
  return (
    <img
      ref={image}
      src={shown ?? noImage}
      data-missing={shown ? undefined : true}
      alt={name}
      className={classes.picture}
      loading="lazy"
      width={size}
      height={size}
      onError={() => setFailed(wanted)}
    />
  );
}
