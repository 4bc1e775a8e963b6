export { createPackages, type Packages } from './packages.service.ts';
export { readPackage } from './read-package.ts';
export { remoteModelOf } from './remote-model.ts';
