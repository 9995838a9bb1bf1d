/** A product as the customer was told, with the SKU in brackets on one line where it fits. */
export function ProductName({ name }: { name: string }) {
  const start = name.lastIndexOf(' (') + 1 || name.length;
  // Inline blocks aren't underlined with their link.
  return (
    <bdi style={{ textDecoration: 'inherit' }}>
      {name.slice(0, start)}
      <span style={{ display: 'inline-block', textDecoration: 'inherit' }}>{name.slice(start)}</span>
    </bdi>
  );
}
