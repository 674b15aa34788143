import { Notice } from '../blocks/notice.tsx';

type Props = { count: number; many: string };

/** Says that not all rows were looked at: neither by filters in a large list, nor by a search, which asks its index of words. */
export const Scanned = ({ count, many }: Props) => (
  <Notice>
    {count === 0
      ? // What was stored a moment ago is not in the index yet.
        `Some ${many} are too new to be searched. Search again in a minute.`
      : `${count.toLocaleString('en-US')} ${many} were looked through; there may be more that match. Another word or filter narrows them.`}
  </Notice>
);
