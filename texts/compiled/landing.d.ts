// Written by npm run texts from the JSON files of texts/.
export interface Texts {
  readonly "pageTitle": string;
  readonly "signIn": string;
  readonly "heading": string;
  readonly "lead": string;
  readonly "turnaround": string;
  readonly "stated": string;
  readonly "getStarted": string;
  readonly "featuresHeading": string;
  readonly "features": {
    readonly "ai": {
      readonly "title": string;
      readonly "text": string;
    };
    readonly "radiologist": {
      readonly "title": string;
      readonly "text": string;
    };
    readonly "fast": {
      readonly "title": string;
      readonly "text": string;
    };
    readonly "secure": {
      readonly "title": string;
      readonly "text": string;
    };
    readonly "pacs": {
      readonly "title": string;
      readonly "text": string;
    };
    readonly "languages": {
      readonly "title": string;
      readonly "text": string;
    };
  };
  readonly "stepsHeading": string;
  readonly "steps": {
    readonly "register": {
      readonly "title": string;
      readonly "text": string;
    };
    readonly "upload": {
      readonly "title": string;
      readonly "text": string;
    };
    readonly "analysis": {
      readonly "title": string;
      readonly "text": string;
    };
    readonly "report": {
      readonly "title": string;
      readonly "text": string;
    };
  };
  readonly "measured": {
    readonly "heading": string;
    readonly "text": string;
    readonly "median": string;
    readonly "p90": string;
    readonly "urgency": string;
    readonly "urgent": string;
    readonly "semiUrgent": string;
    readonly "routine": string;
    readonly "few": string;
  };
  readonly "modalitiesHeading": string;
  readonly "modalities": {
    readonly "ct": string;
    readonly "mri": string;
    readonly "xray": string;
    readonly "ultrasound": string;
    readonly "mammography": string;
    readonly "pet": string;
  };
  readonly "closingHeading": string;
  readonly "closingText": string;
  readonly "createAccount": string;
  readonly "privacyPolicy": string;
  readonly "terms": string;
  readonly "modelCards": string;
  readonly "cookies": string;
  readonly "notNow": string;
  readonly "cookieBanner": {
    readonly "name": string;
    readonly "question": string;
    readonly "detail": string;
    readonly "reject": string;
    readonly "accept": string;
  };
  readonly "news": {
    readonly "name": string;
    readonly "close": string;
  };
  readonly "skipToContent": string;
  readonly "chooseLanguage": string;
  readonly "theme": string;
  readonly "themes": {
    readonly "system": string;
    readonly "light": string;
    readonly "dark": string;
  };
}
declare const texts: Texts;
export default texts;
