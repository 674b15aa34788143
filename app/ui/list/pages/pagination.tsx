import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { PageLink } from '../../buttons/page-link.tsx';
import { changeAddress } from '../list-address.ts';
import { leftOutOnPhone, visiblePages } from './pages.ts';
import classes from './pagination.module.css';

type Props = { page: number; lastPage: number };

/** Previous, page numbers, next, as links; hidden for one page. */
export function Pagination({ page, lastPage }: Props) {
  const [params] = useSearchParams();
  if (lastPage <= 1) return null;
  const to = (target: number) => changeAddress(params, { page: target });
  const pages = visiblePages(page, lastPage);
  const leftOut = leftOutOnPhone(pages, page);
  return (
    <nav aria-label="Pages" className={classes.pages}>
      <Step label="Previous page" to={page > 1 ? to(page - 1) : null} icon={IconChevronLeft} />
      {pages.map((number, place) =>
        number === null ? (
          <span key={`gap-${place < 3 ? 'before' : 'after'}`} className={classes.gap} aria-hidden />
        ) : (
          <PageLink
            key={number}
            to={to(number)}
            className={classes.page}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${number.toLocaleString('en-US')}`}
            data-far={leftOut.get(number)}
          >
            {number.toLocaleString('en-US')}
          </PageLink>
        ),
      )}
      <Step label="Next page" to={page < lastPage ? to(page + 1) : null} icon={IconChevronRight} />
    </nav>
  );
}

/** For lists of unknown length: Newest, and Next from where this page ended. */
export function KeysetPagination({ after, next }: { after: string | null; next: string | null }) {
  const [params] = useSearchParams();
  if (!after && !next) return null;
  return (
    <nav aria-label="Pages" className={classes.pages}>
      <Step label="Back to the first" to={after ? changeAddress(params, { after: null }) : null} icon={IconChevronLeft} />
      <Step label="Next page" to={next ? changeAddress(params, { after: next }) : null} icon={IconChevronRight} />
    </nav>
  );
}

function Step({ label, to, icon: Icon }: { label: string; to: string | null; icon: typeof IconChevronLeft }) {
  const icon = <Icon size={16} stroke={1.8} aria-hidden />;
  if (to === null)
    return (
      <button type="button" disabled className={classes.page} aria-label={label}>
        {icon}
      </button>
    );
  return (
    <PageLink to={to} className={classes.page} aria-label={label} title={label}>
      {icon}
    </PageLink>
  );
}
