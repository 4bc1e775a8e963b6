/** How the gateway of a hospital names itself to the service: the portal says that a study came by it. */
export const GATEWAY_USER_AGENT = 'DUAI-Gateway';
