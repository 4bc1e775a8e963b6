import { STATIC_PAGE } from '../../static-page.ts';
import { NotFoundCard } from './not-found-card.tsx';

export const handle = STATIC_PAGE;

export default function NotFound() {
  return <NotFoundCard />;
}
