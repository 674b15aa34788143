/** The logo: two docks and what crosses between them. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="20" height="20" rx="5" fill="var(--accent)" />
      <path d="M5 5.5v9M15 5.5v9" stroke="#fff" strokeOpacity=".55" strokeWidth="1.8" strokeLinecap="round" />
      <path d="M5 10h6.2M9 7.4 11.6 10 9 12.6" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" fill="none" />
    </svg>
  );
}
