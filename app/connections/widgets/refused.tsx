import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/notice.tsx';
import classes from './refused.module.css';

/** Why a form was refused, announced by screen readers. */
export function Refused({ sentence }: { sentence: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentence) place.current?.scrollIntoView({ block: 'center' });
  }, [sentence]);
  return (
    <div ref={place} role="alert" className={classes.refused}>
      {sentence && <Notice tone="danger">{sentence}</Notice>}
    </div>
  );
}
