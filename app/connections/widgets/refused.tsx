import { Notice } from '../../ui/notice.tsx';
import classes from './refused.module.css';

/** Why a form was refused, for as long as it stays so. Read out when it comes. */
export function Refused({ sentence }: { sentence: string | null }) {
  return (
    <div role="alert" className={classes.refused}>
      {sentence && <Notice tone="danger">{sentence}</Notice>}
    </div>
  );
}
