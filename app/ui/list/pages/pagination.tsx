import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { PageLink } from '../../buttons/page-link.tsx';
import { changeAddress } from '../list-address.ts';
import { leftOutOnPhone, visiblePages } from './pages.ts';
import classes from './pagination.module.css';

/** How a page is reached: by its address, or in a dialog by a press. */
type Way = { to: string } | { onClick: () => void };

type Props = { page: number; lastPage: number };

/** The pages of a list by their addresses. */
export function Pagination(pages: Props) {
  const [params] = useSearchParams();
  return <PageRow {...pages} wayTo={(page) => ({ to: changeAddress(params, { page }) })} />;
}

/** Previous, page numbers, next; hidden for one page. */
export function PageRow({ page, lastPage, wayTo }: Props & { wayTo: (page: number) => Way }) {
  if (lastPage <= 1) return null;
  const pages = visiblePages(page, lastPage);
  const leftOut = leftOutOnPhone(pages, page);
  return (
    <nav aria-label="Pages" className={classes.pages}>
      <Arrow label="Previous page" way={page > 1 && wayTo(page - 1)} icon={IconChevronLeft} />
      {pages.map((number, place) =>
        number === null ? (
          <span key={`gap-${place < 3 ? 'before' : 'after'}`} className={classes.gap} aria-hidden />
        ) : (
          <Step
            key={number}
            way={wayTo(number)}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${number.toLocaleString('en-US')}`}
            data-far={leftOut.get(number)}
          >
            {number.toLocaleString('en-US')}
          </Step>
        ),
      )}
      <Arrow label="Next page" way={page < lastPage && wayTo(page + 1)} icon={IconChevronRight} />
    </nav>
  );
}

/** For lists of unknown length: Newest, and Next from where this page ended. */
export function KeysetPagination({ after, next }: { after: string | null; next: string | null }) {
  const [params] = useSearchParams();
  if (!after && !next) return null;
  const wayTo = (from: string | null) => ({ to: changeAddress(params, { after: from }) });
  return (
    <nav aria-label="Pages" className={classes.pages}>
      <Arrow label="Back to the first" way={after !== null && wayTo(null)} icon={IconChevronLeft} />
      <Arrow label="Next page" way={next !== null && wayTo(next)} icon={IconChevronRight} />
    </nav>
  );
}

function Arrow({ label, way, icon: Icon }: { label: string; way: Way | false; icon: typeof IconChevronLeft }) {
  return (
    <Step way={way} aria-label={label} title={label}>
      <Icon size={16} stroke={1.8} aria-hidden />
    </Step>
  );
}

type StepProps = React.AriaAttributes & { way: Way | false; title?: string; 'data-far'?: string | undefined; children: React.ReactNode };

/** Disabled where it leads nowhere. */
function Step({ way, ...shown }: StepProps) {
  if (way && 'to' in way) return <PageLink {...shown} {...way} className={classes.page} />;
  return <button type="button" {...shown} {...way} className={classes.page} disabled={!way} />;
}
