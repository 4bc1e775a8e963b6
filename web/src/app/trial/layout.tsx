import { Outlet } from 'react-router';

/** The trial portal: English, a light workbench with an equal dark theme. */
export default function TrialLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <Outlet />
    </div>
  );
}
