import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '../live/use-live.ts';
import { imageAddress } from '../words/safe-address.ts';
import classes from './item-picture.module.css';
import noImage from './no-image.svg?no-inline';

type Props = {
  address: string | null;
  /** The alternative text, where no text beside it says the same. */
  name?: string;
  /** In px. */
  size?: number;
};

const outside = '/uploads/outside?';

/** An item's picture, with a placeholder when it is missing or does not load. */
export function ItemPicture({ address, name = '', size = 28 }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const source = imageAddress(address);
  const visible = failed === source ? null : source;
  // Rendered on the server too: an image that failed before scripts ran fires no event.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(source);
  }, [source]);
  // Of a picture elsewhere we may have no copy yet.
  const retry = useThrottledCallback(() => setFailed(null), 1_500);
  useLive(source?.startsWith(outside) ? ['outside_pictures'] : [], retry);
  return (
    <img
      ref={image}
      src={visible ?? noImage}
      data-missing={visible ? undefined : true}
      alt={name}
      className={classes.picture}
      loading="lazy"
      width={size}
      height={size}
      onError={() => setFailed(source)}
    />
  );
}
