import { href, Link } from 'react-router';
import { Section } from '../../ui/section.tsx';

/** The way to what a channel sells. */
export function ProductsLink({ slug, name }: { slug: string; name: string }) {
  return (
    <Section title="Products">
      <p>
        <Link to={href('/settings/connectors/:name/products', { name: slug })}>Products of {name}</Link>
        <span className="soft">: what it sells, and the warehouse product that each is linked to.</span>
      </p>
    </Section>
  );
}
