// Written by npm run texts from the JSON files of texts/.
export interface Texts {
  readonly "scans": {
    readonly "uploaded": string;
    readonly "deleted": string;
    readonly "failures": {
      readonly "ANALYSIS_FAILED": string;
      readonly "NO_READABLE_IMAGE": string;
      readonly "NOTHING_FITTED": string;
    };
    readonly "sampleFindings": {
      readonly "brain": string;
      readonly "chest": string;
      readonly "abdomen": string;
    };
  };
}
declare const texts: Texts;
export default texts;
