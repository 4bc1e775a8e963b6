import { Link } from 'react-router';
import { imageQuery } from '../../viewer/image-address.ts';

/** A thumbnail that opens the viewer at its image. */
export function ImageLink({
  caseId,
  imageId,
  className,
  children,
}: {
  readonly caseId: string;
  readonly imageId: string;
  readonly className?: string;
  readonly children: React.ReactNode;
}) {
  const image = { imageId, frame: 0, window: null };
  return (
    <Link to={`/second-opinion/cases/${caseId}/images${imageQuery(image)}`} className={className}>
      {children}
    </Link>
  );
}
