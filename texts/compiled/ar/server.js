// Written by npm run texts from the JSON files of texts/.

export default {
  scans: {
    uploaded: "تم رفع الفحص؛ بدأ التحليل.",
    deleted: "حُذفت الدراسة مع صورها ونتائجها.",
    failures: {
      ANALYSIS_FAILED: "توقف التحليل بسبب خطأ. ارفع الدراسة من جديد لإعادته؛ ولن تُحاسب عليه.",
      NO_READABLE_IMAGE: "تعذّر فك أي من الصور. افتح الدراسة لمعرفة السبب وما يمكن فعله.",
      NOTHING_FITTED: "لم يستطع أي نموذج تقييم هذه الصور."
    },
    sampleFindings: {
      brain: "عينة: لا توجد تغيرات حادة.",
      chest: "عينة: الرئتان سليمتان.",
      abdomen: "عينة: لا توجد آفة بؤرية."
    }
  }
}