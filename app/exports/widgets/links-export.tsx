import { useRevalidator } from 'react-router';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { requestLinksExport } from '../links/request.ts';

/** Exports the links of a channel: what each of its SKUs is in the warehouse. */
export function LinksExport({ slug, running }: { slug: string; running: boolean }) {
  const { revalidate } = useRevalidator();
  const start = async () => {
    await requestLinksExport(slug);
    await revalidate();
  };
  return (
    <SubmitButton variant="default" run={start} busy={running}>
      Export links
    </SubmitButton>
  );
}
