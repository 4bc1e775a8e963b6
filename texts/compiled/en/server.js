// Written by npm run texts from the JSON files of texts/.

export default {
  scans: {
    uploaded: "The scan was uploaded; analysis has started.",
    deleted: "The study was deleted with its images and results.",
    failures: {
      ANALYSIS_FAILED: "The analysis stopped with an error. Upload the study again to repeat it; it costs nothing.",
      NO_READABLE_IMAGE: "None of the images could be decoded. Open the study to see why and what to do.",
      NOTHING_FITTED: "No algorithm could look at these images."
    },
    sampleFindings: {
      brain: "Sample: no acute abnormality.",
      chest: "Sample: clear lungs.",
      abdomen: "Sample: no focal lesion."
    }
  }
}