import { useRevalidator } from 'react-router';
import { requestLinksExport } from '../../../nouns/links/export/request.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';

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
